import FindieDomain

/// A Plur link: to an invite, to join a group, or to a group (document 003, sections 3, 4, 6).
///
/// Values are decoded once. The document decodes relays twice, and parses a bare query as a URL.
package enum PlurLink: Hashable, Sendable {
  /// `https://rabble.community/i/CODE`: Plur's server knows the group.
  case invite(PlurCode)
  case join(PlurGroup, code: PlurCode?, JoinForm)
  case group(PlurGroup, GroupForm)

  package enum JoinForm: CaseIterable, Sendable {
    /// `https://rabble.community/i/` and the link of `app`, percent-encoded. The unencoded form is
    /// also read, since the document writes it.
    case embedded
    /// `https://rabble.community/join/GROUP?code=CODE&relay=RELAY`
    case path
    /// `https://rabble.community/join-community?group-id=GROUP&code=CODE&relay=RELAY`
    case query
    /// `plur://join-community?group-id=GROUP&code=CODE&relay=RELAY`
    case app
  }

  package enum GroupForm: CaseIterable, Sendable {
    /// `https://rabble.community/g/GROUP?relay=RELAY`
    case website
    /// `plur://group/GROUP?relay=RELAY`
    case app
  }

  private static let website = "https://rabble.community/"
  private static let appJoin = "plur://join-community"

  /// Nil if the text is not such a link, or has a value that `PlurCode` or `PlurGroup` refuses.
  package init?(_ text: String) {
    guard let parts = LinkParts(text) else { return nil }
    switch (parts.scheme, parts.host) {
    case ("https", "rabble.community"): self.init(website: parts)
    case ("plur", "join-community"): self.init(appJoin: parts, nil, .app)
    case ("plur", "group"):
      guard parts.path.count == 1 else { return nil }
      self.init(groupId: parts.path[0], parts.query, .app)
    default: return nil
    }
  }

  private init?(website parts: LinkParts) {
    let path = parts.path
    switch (path.first, path.count) {
    case ("i", 2):
      if let code = PlurCode(path[1]) {
        self = .invite(code)
      } else {
        guard let link = LinkParts(path[1]) else { return nil }
        self.init(appJoin: link, parts.query, .embedded)
      }
    case ("i", 4):
      guard path[1].lowercased() == "plur:", path[2].isEmpty, path[3] == "join-community" else {
        return nil
      }
      self.init(joinQuery: parts.query, .embedded)
    case ("join", 2):
      guard let values = LinkParts.parameters(["code", "relay"], of: parts.query) else {
        return nil
      }
      self.init(groupId: path[1], values, .path)
    case ("join-community", 1): self.init(joinQuery: parts.query, .query)
    case ("g", 2): self.init(groupId: path[1], parts.query, .website)
    default: return nil
    }
  }

  /// - Parameter outerQuery: the query of the link that contains this one, if this one's question
  ///   mark is not encoded.
  private init?(appJoin parts: LinkParts, _ outerQuery: String?, _ form: JoinForm) {
    guard parts.scheme == "plur", parts.host == "join-community", parts.path.allSatisfy(\.isEmpty)
    else { return nil }
    self.init(joinQuery: parts.query ?? outerQuery, form)
  }

  private init?(joinQuery query: String?, _ form: JoinForm) {
    guard let values = LinkParts.parameters(["group-id", "code", "relay"], of: query),
      let id = values["group-id"]
    else { return nil }
    self.init(groupId: id, values, form)
  }

  private init?(groupId: String, _ values: [String: String], _ form: JoinForm) {
    guard let group = PlurGroup(id: groupId, relay: values["relay"]) else { return nil }
    guard let text = values["code"] else {
      self = .join(group, code: nil, form)
      return
    }
    guard let code = PlurCode(text) else { return nil }
    self = .join(group, code: code, form)
  }

  private init?(groupId: String, _ query: String?, _ form: GroupForm) {
    guard let values = LinkParts.parameters(["relay"], of: query),
      let group = PlurGroup(id: groupId, relay: values["relay"])
    else { return nil }
    self = .group(group, form)
  }

  /// The link, in ASCII.
  package var text: String {
    let website = Self.website
    return switch self {
    case .invite(let code): website + "i/" + code.text
    case .join(let group, let code, .path):
      website + "join/" + LinkParts.encoded(group.id)
        + LinkParts.query(["code": code?.text, "relay": group.relay])
    case .join(let group, let code, .query):
      website + "join-community" + Self.query(group, code)
    case .join(let group, let code, .app): Self.appJoin + Self.query(group, code)
    case .join(let group, let code, .embedded):
      website + "i/" + LinkParts.encoded(Self.appJoin + Self.query(group, code))
    case .group(let group, .website):
      website + "g/" + LinkParts.encoded(group.id) + LinkParts.query(["relay": group.relay])
    case .group(let group, .app):
      "plur://group/" + LinkParts.encoded(group.id) + LinkParts.query(["relay": group.relay])
    }
  }

  private static func query(_ group: PlurGroup, _ code: PlurCode?) -> String {
    LinkParts.query(["group-id": group.id, "code": code?.text, "relay": group.relay])
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
