/// Which published nights are retained when newer ones are published.
package struct RetentionParameters: Codable, Sendable, Equatable {
  /// The number of newest nights.
  package var nights = 30
  /// The number of newest months of which the last night is retained.
  package var monthly = 12

  package init() {}
}
