extension EventTable {
  /// The event's hash over all that it says but its id and origin, from the columns of `row`.
  package func contentHash(ofRow row: Int) -> UInt64 {
    var hash = hash64(UInt64(kinds[row]), adding: UInt64(bitPattern: milliseconds[row]))
    for column in collection.textColumns {
      let text = self[column]
      hash = hash64(of: text.vocabulary.strings[Int(text.codes[row])], seed: hash)
    }
    for column in collection.numberColumns {
      hash = hash64(hash, adding: UInt64(self[column][row].bitPattern))
    }
    return hash
  }

  /// Makes the content hashes of the rows that have none yet, as `contentHash(ofRow:)` does, column
  /// by column.
  package mutating func appendContentHashes() {
    let new = contentHashes.count..<count
    var hashes = new.map { hash64(UInt64(kinds[$0]), adding: UInt64(bitPattern: milliseconds[$0])) }
    for column in collection.textColumns {
      let text = self[column]
      for row in new {
        let string = text.vocabulary.strings[Int(text.codes[row])]
        hashes[row - new.lowerBound] = hash64(of: string, seed: hashes[row - new.lowerBound])
      }
    }
    for column in collection.numberColumns {
      let values = self[column]
      for row in new {
        hashes[row - new.lowerBound] = hash64(
          hashes[row - new.lowerBound], adding: UInt64(values[row].bitPattern))
      }
    }
    contentHashes += hashes
  }

  /// Appends the given rows of `other`, in the order given.
  ///
  /// - Precondition: both tables are of one collection.
  package mutating func append(_ rows: some Collection<Int>, of other: EventTable) {
    precondition(collection == other.collection, "tables of two collections")
    kinds.reserveCapacity(kinds.count + rows.count)
    for row in rows { kinds.append(other.kinds[row]) }
    for row in rows { milliseconds.append(other.milliseconds[row]) }
    for row in rows { contentHashes.append(other.contentHashes[row]) }
    if other.ids.count == other.count {
      for row in rows { ids.append(other.ids[row]) }
    }
    for column in collection.textColumns {
      self[column].append(rows, of: other[column])
    }
    for column in collection.numberColumns {
      let values = other[column]
      for row in rows { self[column].append(values[row]) }
    }
    if other.origins.count == other.count {
      var translated = [UInt32?](repeating: nil, count: other.originFiles.count)
      for row in rows {
        let origin = other.origins[row]
        let file =
          translated[Int(origin.file)]
          ?? originFiles.code(of: other.originFiles.strings[Int(origin.file)])
        translated[Int(origin.file)] = file
        origins.append(Origin(file: file, line: origin.line))
      }
    }
  }

  /// The rows in the order in which a day is kept: by instant, then by id.
  package func rowsInOrder() -> [Int] {
    (0..<count).sorted { left, right in
      if milliseconds[left] != milliseconds[right] {
        return milliseconds[left] < milliseconds[right]
      }
      return ids.precedes(left, ids, right)
    }
  }
}

extension CodedText {
  /// Appends the texts of the given rows of `other`; each distinct text is looked up once.
  fileprivate mutating func append(_ rows: some Collection<Int>, of other: CodedText) {
    var translated = [UInt32](repeating: .max, count: other.vocabulary.count)
    codes.reserveCapacity(codes.count + rows.count)
    for row in rows {
      let foreign = Int(other.codes[row])
      if translated[foreign] == .max {
        translated[foreign] = vocabulary.code(of: other.vocabulary.strings[foreign])
      }
      codes.append(translated[foreign])
    }
  }
}
