import FindieText

/// A sentence of words, figures and titles, which each format writes in its own way.
///
/// ```swift
/// let sentence: Sentence = "\(title: game.title) had \(strong: .count(12)) impressions."
/// sentence.html   // <bdi>…</bdi> had <b>12</b> impressions.
/// ```
struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Part: Hashable, Sendable {
    case words(String)
    case figure(Figure, isStrong: Bool)
    /// A title or a name from the data.
    case title(String)
    /// A title that links to a place on the page.
    case link(String, address: String)
  }

  private(set) var parts: [Part]

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.words(literal)) }
    }

    mutating func appendInterpolation(_ words: String) { appendLiteral(words) }

    mutating func appendInterpolation(_ figure: Figure) {
      parts.append(.figure(figure, isStrong: false))
    }

    mutating func appendInterpolation(strong figure: Figure) {
      parts.append(.figure(figure, isStrong: true))
    }

    mutating func appendInterpolation(title: String) { parts.append(.title(title)) }

    mutating func appendInterpolation(title: String, linkedTo address: String) {
      parts.append(.link(title, address: address))
    }

    mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }
  }

  init(stringLiteral words: String) { parts = [.words(words)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// A count with its noun, such as `1 impression`.
  static func counted(_ count: Figure, _ noun: String, isStrong: Bool = false) -> Sentence {
    let noun = count.digits == "1" ? " " + noun : " \(noun)s"
    return isStrong ? "\(strong: count)\(noun)" : "\(count)\(noun)"
  }

  static func + (left: Sentence, right: Sentence) -> Sentence {
    var sentence = left
    sentence.parts += right.parts
    return sentence
  }

  var html: HTML {
    parts.reduce(into: HTML()) { html, part in
      switch part {
      case .words(let words): html += HTML(text: words)
      case .figure(let figure, let isStrong):
        html += isStrong ? "<b>\(figure)</b>" : figure.html
      case .title(let title): html += .title(title)
      case .link(let title, let address):
        html += "<a href=\"\(text: address)\">\(HTML.title(title))</a>"
      }
    }
  }

  var markdown: String {
    text(figure: { $1 ? "**\($0.text)**" : $0.text }, title: Markdown.escaped)
  }

  /// As `markdown`, without bold figures: reads as plain text, too.
  var message: String { text(figure: { figure, _ in figure.text }, title: Markdown.escaped) }

  /// Without marks, for JSON: titles are not shortened.
  var plain: String { text(figure: { figure, _ in figure.text }, title: { $0 }) }

  private func text(
    figure: (_ figure: Figure, _ isStrong: Bool) -> String, title: (String) -> String
  ) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .figure(let own, let isStrong): figure(own, isStrong)
      case .title(let text), .link(let text, _): title(text)
      }
    }.joined()
  }
}

extension Collection<Sentence> {
  func joined(separator: Sentence) -> Sentence {
    dropFirst().reduce(first ?? "") { $0 + separator + $1 }
  }

  /// `a`, `a and b`, `a, b and c`.
  var listed: Sentence {
    let last = suffix(1).joined(separator: "")
    return count < 2 ? last : "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension HTML {
  /// A title or a name from the data, shortened, with its own direction of writing.
  static func title(_ title: String) -> HTML {
    "<bdi>\(text: DisplayText.shortened(title))</bdi>"
  }
}

extension HTML.StringInterpolation {
  mutating func appendInterpolation(_ figure: Figure) { appendInterpolation(figure.html) }
}
