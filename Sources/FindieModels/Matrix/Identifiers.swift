import FindieDomain

/// Distinct ids in byte order; an id's index is its position.
///
/// Byte order is the same on every machine and in every locale.
package struct Identifiers: Sendable, Equatable {
  package let ids: [String]
  private let indices: [ExactText: Int]

  package init(_ ids: some Sequence<String>) {
    self.ids = ids.distinctSortedByBytes
    indices = Dictionary(
      uniqueKeysWithValues: zip(self.ids.lazy.map { ExactText($0) }, self.ids.indices))
  }

  package var count: Int { ids.count }

  package subscript(index: Int) -> String { ids[index] }

  package func index(of id: String) -> Int? { indices[ExactText(id)] }
}
