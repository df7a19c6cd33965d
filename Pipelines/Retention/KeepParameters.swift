/// Which published nights stay when newer ones come.
package struct KeepParameters: Codable, Sendable, Equatable {
  /// The newest nights.
  package var nights = 30
  /// The last night of each of so many of the newest months that have one.
  package var monthly = 12

  package init() {}
}
