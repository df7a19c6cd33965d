/// The elements and texts of an HTML page, read by libxml2, which accepts any bytes.
///
/// The page is copied out of libxml2, so that its elements are values.
package struct HTMLDocument: Sendable {
  /// Larger pages are refused.
  package static let maximumBytes = 4 << 20
  /// Pages with elements nested deeper are refused. libxml2 stops without an error at 256.
  package static let maximumDepth = 250

  struct Node: Sendable {
    /// Empty for a text.
    let name: String
    let attributes: [String: String]
    let text: String
    /// The index after the last node below this one.
    var end: Int
  }

  /// In the order of the page.
  let nodes: [Node]

  /// Reads a page in UTF-8. Invalid bytes and NUL are replaced by U+FFFD, whatever the page
  /// declares.
  ///
  /// - Throws: `Unreadable`.
  package init(_ bytes: some Collection<UInt8>) throws(Unreadable) {
    guard bytes.count <= Self.maximumBytes else {
      throw Unreadable(
        why: "the page has \(bytes.count) bytes, more than \(Self.maximumBytes)")
    }
    let text = String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
    nodes = try HTMLParser.nodes(of: Array(text.utf8))
  }

  /// All elements of a class, in the order of the page.
  package func elements(ofClass name: String) -> [HTMLElement] { root.elements(ofClass: name) }

  /// The first element of a class.
  package func first(ofClass name: String) -> HTMLElement? { root.first(ofClass: name) }

  /// All elements of a name, such as `a`.
  package func elements(named name: String) -> [HTMLElement] { root.elements(named: name) }

  private var root: HTMLElement { HTMLElement(document: self, index: -1) }
}

/// An element of a page.
package struct HTMLElement: Sendable {
  let document: HTMLDocument
  /// −1 for the page itself.
  let index: Int

  /// The name in lower case, such as `div`.
  package var name: String { index < 0 ? "" : document.nodes[index].name }

  /// The value of an attribute; nil if it is absent.
  package subscript(attribute: String) -> String? {
    index < 0 ? nil : document.nodes[index].attributes[attribute]
  }

  /// The text of the element and all below it, with single spaces.
  package var text: String {
    document.nodes[below].lazy.filter { $0.name.isEmpty }.map(\.text).joined()
      .split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Whether the attribute `class` contains a class.
  package func has(class name: String) -> Bool {
    self["class"]?.split { $0.isWhitespace }.contains { $0 == name } ?? false
  }

  /// The elements of a class below this one, in the order of the page.
  package func elements(ofClass name: String) -> [HTMLElement] {
    below.lazy.map { HTMLElement(document: document, index: $0) }.filter { $0.has(class: name) }
  }

  /// The first element of a class below this one.
  package func first(ofClass name: String) -> HTMLElement? {
    below.lazy.map { HTMLElement(document: document, index: $0) }.first { $0.has(class: name) }
  }

  /// The elements of a name below this one, in the order of the page.
  package func elements(named name: String) -> [HTMLElement] {
    below.lazy.filter { document.nodes[$0].name == name }
      .map { HTMLElement(document: document, index: $0) }
  }

  private var below: Range<Int> {
    index + 1..<(index < 0 ? document.nodes.count : document.nodes[index].end)
  }
}
