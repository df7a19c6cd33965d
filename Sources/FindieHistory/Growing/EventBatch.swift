/// A few rows on their way from an input file into columns: pointers to the bytes of their texts.
///
/// The bytes must stay where they are until the batch is taken and emptied. A scanner writes into the
/// arrays through `texts(_:)` and its like and then sets `count`; a decoder appends row by row.
///
/// Not copyable, since it owns its memory.
@safe package struct EventBatch: ~Copyable {
  package static let capacity = 128

  package let collection: EventCollection
  package var count = 0

  /// One column of texts: `capacity` pointers with a length and a hash each.
  @safe package struct Texts {
    package let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    package let lengths: UnsafeMutablePointer<UInt32>
    package let hashes: UnsafeMutablePointer<UInt64>
    /// Texts that the reader knows already have one number each, from 1; 0 of all others.
    package let numbers: UnsafeMutablePointer<UInt32>
    /// Whether a text is known to be that of the row before.
    package let repeats: UnsafeMutablePointer<Bool>
  }

  /// Which numbering the texts' numbers are of; those of another mean something else.
  package var numbering = 0

  /// The lines, to tell where they stand in their file.
  package let lines: Texts
  package let ids: Texts
  package let texts: [Texts]
  package let milliseconds: UnsafeMutablePointer<Int64>
  package let kinds: UnsafeMutablePointer<UInt8>
  package let numbers: [UnsafeMutablePointer<Float>]
  /// Of each line's first byte, in its decompressed file.
  package let offsets: UnsafeMutablePointer<UInt64>

  package init(_ collection: EventCollection) {
    func texts() -> Texts {
      unsafe Texts(
        pointers: zeros(nil), lengths: zeros(0), hashes: zeros(0), numbers: zeros(0),
        repeats: zeros(false))
    }
    func zeros<Value: BitwiseCopyable>(_ zero: Value) -> UnsafeMutablePointer<Value> {
      let values = UnsafeMutablePointer<Value>.allocate(capacity: EventBatch.capacity)
      unsafe values.initialize(repeating: zero, count: EventBatch.capacity)
      return unsafe values
    }
    self.collection = collection
    lines = texts()
    ids = texts()
    self.texts = collection.textColumns.map { _ in texts() }
    unsafe milliseconds = zeros(0)
    unsafe kinds = zeros(0)
    unsafe numbers = collection.numberColumns.map { _ in unsafe zeros(Float.nan) }
    unsafe offsets = zeros(0)
  }

  deinit {
    for column in [lines, ids] + texts {
      unsafe column.pointers.deallocate()
      unsafe column.lengths.deallocate()
      unsafe column.hashes.deallocate()
      unsafe column.numbers.deallocate()
      unsafe column.repeats.deallocate()
    }
    unsafe milliseconds.deallocate()
    unsafe kinds.deallocate()
    unsafe numbers.forEach { unsafe $0.deallocate() }
    unsafe offsets.deallocate()
  }

  package var isFull: Bool { count == EventBatch.capacity }
}

// MARK: - Row by row

extension EventBatch {
  /// Begins a row; every column of text and of numbers is set after it.
  package mutating func begin(id: Span<UInt8>, kind: UInt8, milliseconds: Int64, offset: Int) {
    precondition(!isFull, "a batch holds \(EventBatch.capacity) rows")
    set(id, in: ids)
    unsafe kinds[count] = kind
    unsafe self.milliseconds[count] = milliseconds
    unsafe offsets[count] = UInt64(offset)
    count += 1
  }

  /// Sets a text of the row begun last.
  package mutating func set(text: Span<UInt8>, of column: Int) {
    count -= 1
    set(text, in: texts[column])
    count += 1
  }

  /// Sets a number of the row begun last; NaN where the app said nothing.
  package mutating func set(number: Float, of column: Int) {
    unsafe numbers[column][count - 1] = number
  }

  private func set(_ text: Span<UInt8>, in column: Texts) {
    // The pointer stays good until the batch is emptied: that is what the type asks for.
    unsafe text.withUnsafeBufferPointer { unsafe column.pointers[count] = $0.baseAddress }
    unsafe column.lengths[count] = UInt32(text.count)
    unsafe column.hashes[count] = hash64(of: text)
    unsafe column.repeats[count] = false
  }

  /// The bytes of a text, which stay where they are until the batch is emptied.
  @_lifetime(borrow self)
  package func text(of column: Int, _ row: Int) -> Span<UInt8> {
    unsafe _overrideLifetime(texts[column][row], borrowing: self)
  }

  /// The text of a column at a row.
  package func text(_ column: Int, _ row: Int) -> String {
    unsafe String(decoding: bytes(of: texts[column], row), as: UTF8.self)
  }

  package func id(_ row: Int) -> String {
    unsafe String(decoding: bytes(of: ids, row), as: UTF8.self)
  }

  private func bytes(of column: Texts, _ row: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: column.pointers[row], count: Int(column.lengths[row]))
  }
}

// MARK: - Column by column

extension EventBatch.Texts {
  /// The bytes of a row, which stay where they are until the batch is emptied.
  subscript(row: Int) -> Span<UInt8> {
    @_lifetime(immortal)
    get {
      let bytes = unsafe UnsafeBufferPointer(start: pointers[row], count: Int(lengths[row]))
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), copying: ())
    }
  }
}
