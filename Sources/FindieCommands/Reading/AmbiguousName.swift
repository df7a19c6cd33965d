/// A name fits several records.
package struct AmbiguousName: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
