import FindieDomain

/// Distinct ids in the order of their bytes; an id's index is its place.
///
/// The order of the bytes, not of the letters: it is the same on every machine and in every locale.
package struct Identifiers: Sendable, Equatable {
  package let ids: [String]
  private let indices: [ExactText: Int]

  package init(_ ids: some Sequence<String>) {
    self.ids = ids.distinctInOrderOfBytes
    indices = Dictionary(
      uniqueKeysWithValues: zip(self.ids.lazy.map { ExactText($0) }, self.ids.indices))
  }

  package var count: Int { ids.count }

  package subscript(index: Int) -> String { ids[index] }

  package func index(of id: String) -> Int? { indices[ExactText(id)] }
}
