/// A number of bytes for people, such as `1.4 GB`: in powers of 1000, with at least two digits.
package struct FileSize: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  package var description: String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return "\(value.fixed(unit > 0 && value < 9.95 ? 1 : 0)) \(units[unit])"
  }
}
