/// How much memory a run may take, as far as it has a choice.
package struct MemoryBudget: Sendable, Equatable {
  /// Of the whole process; nil for what the system gives.
  private let limitInBytes: Int?

  package init(limitInBytes: Int? = nil) {
    self.limitInBytes = limitInBytes
  }

  /// How much more this process may take; nil where nothing says.
  package var availableBytes: Int? {
    let own = limitInBytes.map { max(0, $0 - Resources.residentMemoryInBytes) }
    return [own, Resources.availableMemoryInBytes].compactMap(\.self).min()
  }
}
