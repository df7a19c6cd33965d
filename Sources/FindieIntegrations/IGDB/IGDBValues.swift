import FindieDomain

/// The numbers of IGDB's enumerations.
///
/// Source: the documentation of IGDB's API, version 4.
enum IGDBValues {
  /// What a player can play without another game: main games, standalone expansions, remakes, remasters,
  /// expanded games, ports and forks. Add-ons, expansions, bundles, mods, episodes, seasons, packs and
  /// updates are no games of their own.
  static let playableTypes: Set<Int> = [0, 4, 8, 9, 10, 11, 12]

  /// The format of a release date that names a day.
  static let dayFormat = 0

  static let officialWebsite = 1

  /// Point-and-click games and visual novels are adventures; tactical, turn-based and real-time strategy and
  /// MOBA are strategy; quiz and pinball are casual. Card and board games have no genre.
  static let genres: [Int: Genre] = [
    2: .adventure, 4: .fighting, 5: .shooter, 7: .rhythm, 8: .platformer, 9: .puzzle, 10: .racing,
    11: .strategy, 12: .rpg, 13: .simulation, 14: .sports, 15: .strategy, 16: .strategy,
    24: .strategy, 25: .action, 26: .casual, 30: .casual, 31: .adventure, 32: .indie, 33: .action,
    34: .adventure, 36: .strategy,
  ]

  static let genresOfThemes: [Int: Genre] = [1: .action, 19: .horror]

  static let platforms: [Int: Platform] = [3: .linux, 6: .windows, 14: .mac]

  /// By `external_game_source`.
  static let shops: [Int: Platform] = [
    IGDBLink.steam: .steam, 5: .gog, 26: .epicGames, 30: .itchio,
  ]

  /// Alpha, beta and early access are early access. Offline, rumored and delisted games have no status here.
  static let statuses: [Int: ReleaseStatus] = [
    0: .released, 2: .earlyAccess, 3: .earlyAccess, 4: .earlyAccess, 6: .cancelled,
  ]
}
