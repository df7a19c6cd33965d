/// Suggests a name for one that was mistyped.
package enum NearestName {
  /// ", did you mean …?" if one of `names` is similar, else an empty text.
  package static func suggestion(for name: String, among names: [String]) -> String {
    let nearest = names.map { (distance($0, name), $0) }.min { $0 < $1 }
    guard let nearest, nearest.0 <= max(2, name.count / 4) else { return "" }
    return ", did you mean \(nearest.1)?"
  }

  /// The number of characters to insert, delete or substitute (Levenshtein 1966).
  package static func distance(_ left: String, _ right: String) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let change = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
