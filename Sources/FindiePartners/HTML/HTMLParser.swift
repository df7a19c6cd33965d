import CXML

/// Reads HTML with libxml2 and copies the tree.
enum HTMLParser {
  /// The depth is checked between two pieces.
  private static let bytesPerPiece = 4096

  static func nodes(of bytes: [UInt8]) throws(Unreadable) -> [HTMLDocument.Node] {
    guard !bytes.isEmpty else { return [] }
    guard
      let context = unsafe htmlCreatePushParserCtxt(nil, nil, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else { throw Unreadable(why: "there is no memory to read the page") }
    defer {
      unsafe xmlFreeDoc(context.pointee.myDoc)
      unsafe htmlFreeParserCtxt(context)
    }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    unsafe htmlCtxtUseOptions(context, CInt(options))
    let isShallow = unsafe bytes.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: buffer.count, by: bytesPerPiece) {
        let piece = unsafe UnsafeBufferPointer(
          rebasing: buffer[start..<min(start + bytesPerPiece, buffer.count)])
        let isLast = start + piece.count == buffer.count
        unsafe piece.withMemoryRebound(to: CChar.self) {
          _ = unsafe htmlParseChunk(context, $0.baseAddress, CInt($0.count), isLast ? 1 : 0)
        }
        if unsafe context.pointee.nodeNr > HTMLDocument.maximumDepth { return false }
      }
      return true
    }
    guard isShallow else {
      throw Unreadable(
        why: "the page has elements nested more than \(HTMLDocument.maximumDepth) deep")
    }
    return unsafe copied(context.pointee.myDoc)
  }

  /// The elements and texts below a document. Not recursive, so that deep pages need no stack.
  private static func copied(_ document: xmlDocPtr?) -> [HTMLDocument.Node] {
    var nodes: [HTMLDocument.Node] = []
    var open: [Int] = []
    var next = unsafe document?.pointee.children
    while let node = unsafe next {
      let type = unsafe node.pointee.type
      var isElement = false
      if type == XML_ELEMENT_NODE {
        isElement = true
        unsafe nodes.append(
          HTMLDocument.Node(
            name: text(node.pointee.name), attributes: attributes(of: node), text: "", end: 0))
      } else if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE {
        unsafe nodes.append(
          HTMLDocument.Node(
            name: "", attributes: [:], text: text(node.pointee.content), end: nodes.count + 1))
      }
      if isElement, let child = unsafe node.pointee.children {
        open.append(nodes.count - 1)
        unsafe next = child
        continue
      }
      if isElement { nodes[nodes.count - 1].end = nodes.count }
      var last = unsafe node
      unsafe next = last.pointee.next
      while unsafe next == nil, let element = open.popLast() {
        nodes[element].end = nodes.count
        guard let parent = unsafe last.pointee.parent else { break }
        unsafe last = parent
        unsafe next = last.pointee.next
      }
    }
    return nodes
  }

  private static func attributes(of node: xmlNodePtr) -> [String: String] {
    var attributes: [String: String] = [:]
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      var value = ""
      var part = unsafe attribute.pointee.children
      while let node = unsafe part {
        value += unsafe text(node.pointee.content)
        unsafe part = node.pointee.next
      }
      let name = unsafe text(attribute.pointee.name)
      if attributes[name] == nil { attributes[name] = value }
      unsafe next = attribute.pointee.next
    }
    return attributes
  }

  private static func text(_ characters: UnsafePointer<xmlChar>?) -> String {
    guard let characters = unsafe characters else { return "" }
    return unsafe String(decodingCString: characters, as: UTF8.self)
  }
}

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
    guard bytes.count <= HTMLDocument.maximumBytes else {
      throw Unreadable(
        why: "the page has \(bytes.count) bytes, more than \(HTMLDocument.maximumBytes)")
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
