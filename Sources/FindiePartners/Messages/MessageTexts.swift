import FindieText

/// The words of messages, by language and kind.
///
/// `{game}` stands for the title of the first game, `{games}` for up to five titles, `{count}` for
/// their number, `{price}` and `{percent}` for the first game's price and how much lower it is.
package struct MessageTexts: Hashable, Sendable {
  package struct Text: Hashable, Sendable {
    package let title: String
    package let body: String

    package init(title: String, body: String) {
      (self.title, self.body) = (title, body)
    }
  }

  /// The texts of a kind, for one game and for several; nil while a file is being read.
  package struct Forms: Hashable, Sendable {
    var one: Text?
    var many: Text?
  }

  /// By language; `en` has all kinds.
  private var languages: [String: [NotificationKind: Forms]] = ["en": Self.english]

  package init() {}

  subscript(language: String, kind: NotificationKind) -> Forms {
    get { languages[language.lowercased()]?[kind] ?? Forms() }
    set { languages[language.lowercased(), default: [:]][kind] = newValue }
  }

  /// The texts without which a kind cannot be used, such as `de.gameReleased.many`.
  var missing: [String] {
    languages.flatMap { language, kinds in
      kinds.flatMap { kind, forms in
        (forms.one == nil ? ["\(language).\(kind.rawValue).one"] : [])
          + (forms.many == nil ? ["\(language).\(kind.rawValue).many"] : [])
      }
    }.sorted()
  }

  /// The words of a message.
  ///
  /// - Parameter language: such as `de-AT`. The nearest language with texts is used, else English.
  package func text(of message: NotificationMessage, language: String) -> Text {
    var name = language.lowercased().replacing("_", with: "-")
    while languages[name]?[message.kind] == nil, let end = name.lastIndex(of: "-") {
      name = String(name[..<end])
    }
    let forms = languages[name]?[message.kind] ?? Self.english[message.kind]
    guard let form = message.games.count == 1 ? forms?.one : forms?.many else {
      preconditionFailure("\(message.kind) has no English text")
    }
    return Text(title: filled(form.title, message), body: filled(form.body, message))
  }

  package static let placeholders = ["game", "games", "count", "price", "percent"]

  /// Few enough for FCM, which refuses messages of more than 4,096 bytes.
  private static let titles = 5
  private static let titleLength = 60
  /// In bytes of UTF-8: one character may consist of a thousand accents.
  private static let titleBytes = 240

  /// A title on one line, without characters that change the direction of the text after it.
  private static func shortened(_ title: String) -> String {
    let text = String(
      String.UnicodeScalarView(
        title.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar.properties.isBidiControl ? " " : scalar
          }
        }))
    return DisplayText.cut(text, characters: titleLength, bytes: titleBytes)
  }

  /// One pass, so that braces in a title stay as they are.
  private func filled(_ template: String, _ message: NotificationMessage) -> String {
    template.replacing(/\{(game|games|count|price|percent)\}/) { match in
      switch match.output.1 {
      case "game": Self.shortened(message.games[0].title)
      case "games":
        message.games.prefix(Self.titles).map { Self.shortened($0.title) }
          .joined(separator: ", ") + (message.games.count > Self.titles ? ", …" : "")
      case "count": "\(message.games.count)"
      case "price": message.price ?? ""
      default: message.percent.map { "\($0)" } ?? ""
      }
    }
  }

  private static let english: [NotificationKind: Forms] = [
    .gameOnSale: Forms(
      one: Text(title: "{game} is {percent}% cheaper", body: "It costs {price} now."),
      many: Text(title: "{count} games on your wishlist are cheaper", body: "{games}")),
    .gameReleased: Forms(
      one: Text(title: "{game} is out", body: "A game on your wishlist was released."),
      many: Text(title: "{count} games on your wishlist are out", body: "{games}")),
    .launch: Forms(
      one: Text(title: "{game} is out", body: "A new game that you may like."),
      many: Text(title: "{count} new games that you may like", body: "{games}")),
    .weeklyDigest: Forms(
      one: Text(title: "A game for you this week", body: "{game}"),
      many: Text(title: "Games for you this week", body: "{games}")),
  ]
}
