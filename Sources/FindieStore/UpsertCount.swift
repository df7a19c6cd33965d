/// What became of the records of one collection; their sum is the number of records given.
public struct UpsertCount: Hashable, Sendable, Codable {
  /// Records whose id was not known.
  public var inserted = 0
  /// Records that took the place of another version.
  public var updated = 0
  /// Records that the store held already, in every field.
  public var unchanged = 0
  /// Records older than the version that the store holds, which stayed.
  public var older = 0

  public init() {}

  public var total: Int { inserted + updated + unchanged + older }
}
