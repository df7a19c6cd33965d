/// libFuzzer's entry point, with the name and signature that libFuzzer requires.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // The `count` bytes from libFuzzer are valid until this function returns.
  target.check(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

private let target = FuzzTarget()
