/// There is nobody to judge models by.
package struct NothingToEvaluate: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}
