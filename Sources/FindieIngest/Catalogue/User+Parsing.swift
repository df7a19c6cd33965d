package import FindieDomain

extension User: CollectedRecord {
  package static var collection: InputCollection { .users }
}

extension User: ParsedRecord {
  enum Field: Int, RecordField {
    case username, displayName, favoriteGenres, mutedGenres, preferredPlatforms, priceRange
    case accountType, joinedDate, lastActiveDate, updatedAt, friendIds
  }

  init(from record: inout RecordParser<Field>) throws(LineFault) {
    self.init(
      id: try record.requiredId(), username: record.optionalText(.username),
      displayName: record.optionalText(.displayName),
      favoriteGenres: record.cases(.favoriteGenres, unknown: "unknownGenre"),
      mutedGenres: record.cases(.mutedGenres, unknown: "unknownGenre"),
      preferredPlatforms: record.cases(.preferredPlatforms, unknown: "unknownPlatform"),
      priceRange: record.oneCase(.priceRange, unknown: "unknownPriceRange", else: .any),
      accountType: record.oneCase(.accountType, unknown: "unknownAccountType", else: .player),
      joinedDate: record.optionalInstant(.joinedDate),
      lastActiveDate: record.optionalInstant(.lastActiveDate),
      updatedAt: record.optionalInstant(.updatedAt), friendIds: record.texts(.friendIds) ?? [])
  }
}
