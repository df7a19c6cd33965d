/// A file, a page or a part of one that cannot be read.
package struct Unreadable: Error, Hashable {
  /// A clause that quotes nothing from the content.
  package let why: String
}
