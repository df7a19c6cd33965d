import FindieDomain

/// An annotation of a day, with its number on the page.
struct DayNote: Hashable, Sendable {
  let number: Int
  let day: Day
  let text: String
  let gameId: String?
  let developerId: String?
}
