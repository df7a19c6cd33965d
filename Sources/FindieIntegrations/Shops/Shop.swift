/// A partner that knows games. Of several, the first one here fills a field.
package enum Shop: String, Codable, CaseIterable, Comparable, Sendable {
  case steam, itch, igdb

  package static func < (left: Shop, right: Shop) -> Bool { left.rawValue < right.rawValue }
}
