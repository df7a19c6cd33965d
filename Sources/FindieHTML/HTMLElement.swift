/// An element of a page.
public struct HTMLElement: Sendable {
  let document: HTMLDocument
  /// −1 for the page itself.
  let index: Int

  /// The name in lower case, such as `div`.
  public var name: String { index < 0 ? "" : document.nodes[index].name }

  /// The value of an attribute; nil if it is absent.
  public subscript(attribute: String) -> String? {
    index < 0 ? nil : document.nodes[index].attributes[attribute]
  }

  /// The text of the element and all below it, with single spaces.
  public var text: String {
    document.nodes[below].lazy.filter { $0.name.isEmpty }.map(\.text).joined()
      .split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Whether the attribute `class` contains a class.
  public func has(class name: String) -> Bool {
    self["class"]?.split { $0.isWhitespace }.contains { $0 == name } ?? false
  }

  /// The elements of a class below this one, in the order of the page.
  public func elements(ofClass name: String) -> [HTMLElement] {
    below.lazy.map { HTMLElement(document: document, index: $0) }.filter { $0.has(class: name) }
  }

  /// The first element of a class below this one.
  public func first(ofClass name: String) -> HTMLElement? {
    below.lazy.map { HTMLElement(document: document, index: $0) }.first { $0.has(class: name) }
  }

  /// The elements of a name below this one, in the order of the page.
  public func elements(named name: String) -> [HTMLElement] {
    below.lazy.filter { document.nodes[$0].name == name }
      .map { HTMLElement(document: document, index: $0) }
  }

  private var below: Range<Int> {
    index + 1..<(index < 0 ? document.nodes.count : document.nodes[index].end)
  }
}
