/// A few rows on their way from an input file into the columns of their days.
///
/// ```swift
/// var batch = EventBatch(.interactions)
/// batch.begin(id: id, kind: 0, milliseconds: 1_756_720_800_000, offset: 0)
/// for column in texts.indices { batch.set(text: texts[column], of: column) }
/// for column in numbers.indices { batch.set(number: numbers[column], of: column) }
/// ```
///
/// Texts are copied and hashed when they are set. Not copyable, since it owns its memory.
@safe package struct EventBatch: ~Copyable {
  package static let capacity = 128
  /// The bytes of texts from which a batch is full.
  private static let capacityInBytes = 1 << 20

  package let collection: EventCollection
  package private(set) var count = 0

  /// One column of texts: `capacity` pointers with a length and a hash each.
  @safe package struct Texts {
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    let lengths: UnsafeMutablePointer<UInt32>
    let hashes: UnsafeMutablePointer<UInt64>
    /// Whether a text equals that of the row before.
    let repeats: UnsafeMutablePointer<Bool>
  }

  let ids: Texts
  let texts: [Texts]
  package let milliseconds: UnsafeMutablePointer<Int64>
  package let kinds: UnsafeMutablePointer<UInt8>
  package let numbers: [UnsafeMutablePointer<Float>]
  /// The offset of each line's first byte in its decompressed file.
  let offsets: UnsafeMutablePointer<UInt64>
  private var memory = TextMemory()

  package init(_ collection: EventCollection) {
    func texts() -> Texts {
      unsafe Texts(
        pointers: zeros(nil), lengths: zeros(0), hashes: zeros(0), repeats: zeros(false))
    }
    func zeros<Value: BitwiseCopyable>(_ zero: Value) -> UnsafeMutablePointer<Value> {
      let values = UnsafeMutablePointer<Value>.allocate(capacity: Self.capacity)
      unsafe values.initialize(repeating: zero, count: Self.capacity)
      return unsafe values
    }
    self.collection = collection
    ids = texts()
    self.texts = collection.textColumns.map { _ in texts() }
    unsafe milliseconds = zeros(0)
    unsafe kinds = zeros(0)
    unsafe numbers = collection.numberColumns.map { _ in unsafe zeros(Float.nan) }
    unsafe offsets = zeros(0)
  }

  deinit {
    for column in [ids] + texts {
      unsafe column.pointers.deallocate()
      unsafe column.lengths.deallocate()
      unsafe column.hashes.deallocate()
      unsafe column.repeats.deallocate()
    }
    unsafe milliseconds.deallocate()
    unsafe kinds.deallocate()
    unsafe numbers.forEach { unsafe $0.deallocate() }
    unsafe offsets.deallocate()
  }

  /// Whether its rows have to be taken before another one begins.
  package var isFull: Bool { count == Self.capacity || byteCount >= Self.capacityInBytes }

  /// The bytes of its texts; a text that repeats the one before counts once.
  var byteCount: Int { memory.byteCount }
}

// MARK: - Writing

extension EventBatch {
  /// Begins a row; every column of text and of numbers is set after it.
  package mutating func begin(id: Span<UInt8>, kind: UInt8, milliseconds: Int64, offset: Int) {
    precondition(count < Self.capacity, "a batch holds \(Self.capacity) rows")
    unsafe kinds[count] = kind
    unsafe self.milliseconds[count] = milliseconds
    unsafe offsets[count] = UInt64(offset)
    count += 1
    set(id, in: ids)
  }

  /// Sets a text of the row begun last.
  package mutating func set(text: Span<UInt8>, of column: Int) {
    set(text, in: texts[column])
  }

  /// Sets a number of the row begun last; NaN if it is absent.
  package mutating func set(number: Float, of column: Int) {
    unsafe numbers[column][count - 1] = number
  }

  /// Removes the row begun last.
  package mutating func removeLast() { count -= 1 }

  package mutating func removeAll() {
    count = 0
    memory.removeAll()
  }

  private mutating func set(_ text: Span<UInt8>, in column: Texts) {
    let row = count - 1
    let repeats = row > 0 && areEqual(column[row - 1], text)
    unsafe column.repeats[row] = repeats
    unsafe column.lengths[row] = UInt32(text.count)
    if repeats {
      unsafe column.pointers[row] = column.pointers[row - 1]
      unsafe column.hashes[row] = column.hashes[row - 1]
    } else {
      unsafe column.pointers[row] = memory.copy(of: text)
      unsafe column.hashes[row] = hash64(of: text)
    }
  }
}

// MARK: - Reading

extension EventBatch {
  /// The bytes of a text.
  @_lifetime(borrow self)
  package func text(of column: Int, _ row: Int) -> Span<UInt8> {
    unsafe _overrideLifetime(texts[column][row], borrowing: self)
  }

  /// The text of a column at a row.
  package func text(_ column: Int, _ row: Int) -> String { string(texts[column], row) }

  package func id(_ row: Int) -> String { string(ids, row) }

  private func string(_ column: Texts, _ row: Int) -> String {
    unsafe column[row].withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension EventBatch.Texts {
  /// The bytes of a row, valid until the batch is emptied.
  subscript(row: Int) -> Span<UInt8> {
    @_lifetime(immortal)
    get {
      let bytes = unsafe UnsafeBufferPointer(start: pointers[row], count: Int(lengths[row]))
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), copying: ())
    }
  }
}
