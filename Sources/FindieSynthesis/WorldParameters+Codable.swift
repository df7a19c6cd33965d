extension WorldParameters {
  /// What is not said keeps its default.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init()
    try read(&seed, .seed)
    try read(&players, .players)
    try read(&games, .games)
    try read(&developers, .developers)
    try read(&firstDay, .firstDay)
    try read(&days, .days)
    try read(&sessionsPerPlayer, .sessionsPerPlayer)
    try read(&cardsPerSession, .cardsPerSession)
    try read(&newcomerShare, .newcomerShare)
    try read(&growth, .growth)
    try read(&popularityExponent, .popularityExponent)
    try read(&activityExponent, .activityExponent)
    try read(&libraryShare, .libraryShare)
    try read(&libraryItems, .libraryItems)
    try read(&twinPairs, .twinPairs)
    try read(&trendShare, .trendShare)
    try read(&trendDays, .trendDays)
    try read(&burstAccounts, .burstAccounts)
    try read(&burstCards, .burstCards)
    try read(&truthGames, .truthGames)
    try read(&badLineShare, .badLineShare)
    try read(&duplicateShare, .duplicateShare)
    try read(&writesAnalytics, .writesAnalytics)
  }
}
