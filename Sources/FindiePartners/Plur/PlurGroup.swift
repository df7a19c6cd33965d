import FindieDomain

/// A group of Plur.
package struct PlurGroup: Hashable, Sendable {
  package let id: String
  /// The address of the relay that has the group, a `wss` URL. Nil for none.
  package let relay: String?

  /// Nil for an id that is empty, `.`, `..`, longer than 256 bytes or has control characters, and
  /// for a relay with another scheme, a user, or more than 256 bytes.
  package init?(id: String, relay: String?) {
    guard LinkParts.isText(id), ![".", ".."].contains(id) else { return nil }
    if let relay {
      guard LinkParts.isText(relay), let parts = LinkParts(relay), parts.scheme == "wss",
        !parts.host.isEmpty, !parts.host.contains("@")
      else { return nil }
    }
    self.id = id
    self.relay = relay
  }
}
