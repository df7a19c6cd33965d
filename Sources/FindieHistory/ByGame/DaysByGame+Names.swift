extension DaysByGame {
  /// Whether a path in the folder of one version is that of a complete or partial file written
  /// there: `interactions/2016-09-18-3f2a.findie.partial`.
  static func isOwn(_ path: String) -> Bool {
    let parts = path.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, EventCollection(rawValue: String(parts[0])) != nil else { return false }
    return isOwnName(parts[1])
  }

  static func isOwnName(_ name: some StringProtocol) -> Bool {
    EventCollection.isDayFile(
      name.hasSuffix(".partial") ? name.dropLast(".partial".count) : name.dropLast(0))
  }
}
