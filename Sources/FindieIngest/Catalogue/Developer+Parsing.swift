package import FindieDomain

extension Developer: CollectedRecord {
  package static var collection: InputCollection { .developers }
}

extension Developer: ParsedRecord {
  enum Field: Int, RecordField {
    case userId, studioName, displayName, bio, website, location, foundedYear, publishedGameIds
    case isVerified, followerCount, joinedDate, updatedAt, isActive
  }

  init(from record: inout RecordParser<Field>) throws(LineFault) {
    self.init(
      id: try record.requiredId(), studioName: try record.text(.studioName) ?? "",
      displayName: record.optionalText(.displayName), bio: record.optionalText(.bio),
      publishedGameIds: record.texts(.publishedGameIds) ?? [],
      isVerified: record.optionalBool(.isVerified) ?? false,
      isActive: try record.bool(.isActive) ?? true)
    userId = record.optionalText(.userId)
    website = record.optionalText(.website)
    location = record.optionalText(.location)
    foundedYear = record.optionalInteger(.foundedYear)
    followerCount = record.optionalCount(.followerCount)
    joinedDate = record.optionalInstant(.joinedDate)
    updatedAt = record.optionalInstant(.updatedAt)
  }
}
