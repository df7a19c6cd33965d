/// The memory that a run should stay within when it has a choice.
package struct MemoryBudget: Sendable, Equatable {
  /// The limit for the whole process; nil to use the memory that the system has.
  private let limitInBytes: Int?

  package init(limitInBytes: Int? = nil) {
    self.limitInBytes = limitInBytes
  }

  /// The memory that this process may still allocate; nil if it is not known.
  package var availableBytes: Int? {
    let own = limitInBytes.map { max(0, $0 - Resources.residentMemoryInBytes) }
    return [own, Resources.availableMemoryInBytes].compactMap(\.self).min()
  }
}
