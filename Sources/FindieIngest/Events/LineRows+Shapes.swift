import CLineScanner

extension LineRows {
  /// How many of the rows came from lines of a shape.
  func count(of shape: LineOutline.Shape) -> Int {
    // Every row has its tag, which is the shape of its template.
    (0..<count).count { unsafe columns.tags[$0] == shape.rawValue }
  }
}
