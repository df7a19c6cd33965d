/// Suggests the intended name for a mistyped one.
package enum NearestName {
  /// ", did you mean …?" if one of `names` is similar, else an empty text.
  package static func suggestion(for name: String, among names: [String]) -> String {
    nearest(to: name, among: names).map { ", did you mean \($0)?" } ?? ""
  }

  /// The most similar of `names`; nil if none is similar.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let length = name.unicodeScalars.count
    let limit = max(2, length / 4)
    // The distance is at least the difference of the lengths.
    return names.lazy.filter { abs($0.unicodeScalars.count - length) <= limit }
      .map { (distance($0, name), $0) }.filter { $0.0 <= limit }.min { $0 < $1 }?.1
  }

  /// The number of Unicode scalars to insert, delete or substitute, or of adjacent ones to
  /// transpose, where none is edited twice (optimal string alignment; Damerau 1964).
  package static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    var (previous, row) = ([Int](), Array(0...right.count))
    for (i, a) in left.enumerated() {
      var next = [i + 1]
      for (j, b) in right.enumerated() {
        var edits = min(row[j] + (a == b ? 0 : 1), next[j] + 1, row[j + 1] + 1)
        if i > 0, j > 0, a == right[j - 1], b == left[i - 1] {
          edits = min(edits, previous[j - 1] + 1)
        }
        next.append(edits)
      }
      (previous, row) = (row, next)
    }
    return row[right.count]
  }
}
