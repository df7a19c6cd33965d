/// What a player holds, and which version of the app runs on it on a day.
struct Device {
  let type: String
  let version: String
  /// Newer versions say where a card was shown.
  let writesSurface: Bool

  private static let versions = ["1.4.2", "1.5.0", "1.6.0", "1.6.1"]

  /// Versions come out a quarter of the days apart; players update within three weeks.
  init(of player: Int, on day: Int, _ parameters: WorldParameters) {
    var random = RandomStream(seed: parameters.seed, .player, player, 4)
    type = random.chance(Probability(0.82)) ? "iPhone" : "iPad"
    let delay = random.below(21)
    let release = max(0, (day - delay) * Device.versions.count / parameters.days)
    version = Device.versions[min(release, Device.versions.count - 1)]
    writesSurface = release > 0
  }
}
