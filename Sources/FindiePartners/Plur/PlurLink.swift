import FindieDomain

/// A Plur link: to an invite, to join a group, or to a group. `docs/partners/plur.md` has its forms.
package struct PlurLink: Hashable, Sendable {
  package let text: String
  /// Nil if only Plur's server knows the group of the code.
  package let group: PlurGroup?
  package let code: PlurCode?

  /// Nil if the text is not such a link, or has a value that `PlurCode` or `PlurGroup` refuses.
  package init?(_ text: String) {
    guard let parts = LinkParts(text) else { return nil }
    let path = parts.path
    let groupId: String?
    var query = parts.query
    switch (parts.scheme, parts.host, path.first ?? "", path.count) {
    case ("https", "rabble.community", "join", 2), ("https", "rabble.community", "g", 2):
      groupId = path[1]
    case ("plur", "group", let id, 1): groupId = id
    case ("https", "rabble.community", "join-community", 1), ("plur", "join-community", "", 0...1):
      groupId = nil
    case ("https", "rabble.community", "i", 2):
      if let code = PlurCode(path[1]) {
        (self.text, group, self.code) = (text, nil, code)
        return
      }
      // The app's link in the website's. Its question mark may not be encoded.
      guard let link = LinkParts(path[1]), (link.scheme, link.host) == ("plur", "join-community"),
        link.path.allSatisfy(\.isEmpty)
      else { return nil }
      groupId = nil
      query = link.query ?? query
    case ("https", "rabble.community", "i", 4)
    where path[1].lowercased() == "plur:" && path[2].isEmpty && path[3] == "join-community":
      groupId = nil
    default: return nil
    }
    guard let values = LinkParts.parameters(["group-id", "code", "relay"], of: query),
      let id = groupId ?? values["group-id"],
      let group = PlurGroup(id: id, relay: values["relay"])
    else { return nil }
    let code = values["code"].flatMap { PlurCode($0) }
    guard code?.text == values["code"] else { return nil }
    (self.text, self.group, self.code) = (text, group, code)
  }
}

/// A group of Plur.
package struct PlurGroup: Hashable, Sendable {
  package let id: String
  /// The address of the relay that has the group, a `wss` URL. Nil if a link does not name it.
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
