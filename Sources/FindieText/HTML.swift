/// Markup of a page. Only literals are markup; the compiler enforces that all other texts are
/// escaped.
///
/// ```swift
/// let head: HTML = "<h1>\(text: game.title)</h1>"
/// ```
///
/// An interpolation without the label `text` does not compile, and there is no other way to turn a
/// string into markup.
package struct HTML: Hashable, Sendable {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// A text, cleaned (`DisplayText`) and escaped for an element or for an attribute's double
  /// quotes.
  package init(text: String) {
    append(text: text)
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Appends markup; faster than `+=` with a literal, which makes an array of it first.
  package mutating func append(_ literal: StaticString) {
    bytes += literal.description.utf8
  }

  package static func += (left: inout HTML, right: HTML) {
    left.bytes += right.bytes
  }

  /// Appends a text, cleaned and escaped.
  ///
  /// Escapes scalar by scalar, as browsers parse: a quote with a combining accent is one Swift
  /// `Character`, but still ends an attribute.
  fileprivate mutating func append(text: String) {
    let text = DisplayText.cleaned(text)
    // Most texts need no escape: they are copied at once.
    guard text.hasByte(where: { Self.isEscaped($0) }) else {
      bytes += text.utf8
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}

extension HTML: ExpressibleByStringInterpolation {
  /// Takes literals only: a `StaticString` cannot be created from a string at run time.
  package init(stringLiteral literal: StaticString) {
    bytes = Array(literal.description.utf8)
  }

  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.html
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    package init(literalCapacity: Int, interpolationCount: Int) {
      html.bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) {
      html.append(literal)
    }

    package mutating func appendInterpolation(_ markup: HTML) { html += markup }

    package mutating func appendInterpolation(_ markup: [HTML], separator: HTML = HTML()) {
      for (index, part) in markup.enumerated() {
        if index > 0 { html += separator }
        html += part
      }
    }

    package mutating func appendInterpolation(text: String) { html.append(text: text) }

    package mutating func appendInterpolation(_ number: Int) { html.bytes.append(number) }

    /// A number with at most `places` decimals.
    package mutating func appendInterpolation(_ number: Double, places: Int) {
      html.bytes.append(number, places: places)
    }
  }
}
