package import FindieDomain

/// The events of one day as they are kept: by instant and id, each text a code by its first row.
package struct SortedDay: Sendable {
  package let collection: EventCollection
  package let day: Day
  package internal(set) var ids = ByteStrings()
  package internal(set) var kinds: [UInt8] = []
  package internal(set) var milliseconds: [Int64] = []
  package internal(set) var contentHashes: [UInt64] = []
  package internal(set) var texts: [Coded] = []
  package internal(set) var numbers: [[Float]] = []
  /// The paths of the files that the rows came from.
  package internal(set) var files = Coded()
  /// The byte offset of each row's line in its decompressed file.
  package internal(set) var offsets: [UInt64] = []

  /// A column of text as codes into its strings.
  package struct Coded: Sendable {
    package internal(set) var strings = ByteStrings()
    package internal(set) var codes: [UInt32] = []

    init() {}
  }

  package var count: Int { kinds.count }

  /// The rows of `columns` in `order`.
  ///
  /// - Parameter paths: all input files, by the places that `columns.files` holds.
  init(_ columns: DayColumns, in order: DayOrder, paths: [String]) {
    collection = columns.collection
    day = columns.day
    let rows = order.rows
    let isIdentity = order.isIdentity && rows.count == columns.count
    func picked<Value>(_ values: [Value]) -> [Value] {
      isIdentity ? values : rows.map { values[Int($0)] }
    }
    if isIdentity {
      ids = columns.ids
    } else {
      ids.reserve(strings: rows.count, bytes: columns.ids.bytes.count)
      for row in rows { ids.append(columns.ids[Int(row)]) }
    }
    kinds = picked(columns.kinds)
    milliseconds = picked(columns.milliseconds)
    contentHashes = picked(columns.contentHashes)
    texts = columns.codes.indices.map { column in
      let vocabulary = columns.vocabularies[column]
      return Coded(picked(columns.codes[column]), of: vocabulary.count) {
        $0.append(vocabulary.strings[Int($1)])
      }
    }
    numbers = columns.numbers.map { picked($0) }
    files = Coded(picked(columns.files), of: paths.count) { $0.append(paths[Int($1)].utf8.span) }
    offsets = picked(columns.offsets)
  }
}

extension SortedDay.Coded {
  /// Codes renumbered by their first row.
  ///
  /// - Parameters:
  ///   - count: how many codes there are.
  ///   - append: appends the string of an old code.
  init(_ old: [UInt32], of count: Int, append: (inout ByteStrings, UInt32) -> Void) {
    var renumbered = [UInt32](repeating: .max, count: count)
    codes.reserveCapacity(old.count)
    for code in old {
      if renumbered[Int(code)] == .max {
        renumbered[Int(code)] = UInt32(strings.count)
        append(&strings, code)
      }
      codes.append(renumbered[Int(code)])
    }
  }
}
