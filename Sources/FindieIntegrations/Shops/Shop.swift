/// A partner that knows games.
package enum Shop: String, Codable, CaseIterable, Sendable, Comparable {
  case steam, itch, igdb

  package static func < (left: Shop, right: Shop) -> Bool { left.rawValue < right.rawValue }
}
