import FindieHistory
import FindieIngest
import Testing

struct BadShareLimitTests {
  private func counts(read: Int, _ reasons: [String: Int]) -> LineCounts {
    var counts = LineCounts()
    counts.read = read
    counts.rejectedByReason = reasons
    return counts
  }

  private func breach(
    read: Int, _ reasons: [String: Int], quarantine: String? = "q"
  ) -> TooManyBadLines? {
    BadShareLimit().breach(by: counts(read: read, reasons), of: "f.ndjson", quarantine: quarantine)
  }

  @Test func `nineteen bad lines of a file with a good one do not stop a run, twenty do`() {
    #expect(breach(read: 20, ["notJSON": 19]) == nil)
    #expect(breach(read: 21, ["notJSON": 20]) != nil)
  }

  @Test func `a file without a usable line stops a run, however few its lines`() {
    for read in [1, 19, 100] {
      let message = breach(read: read, ["notJSON": read])?.description
      #expect(message?.hasPrefix("None of the \(read) line") == true)
      #expect(message?.contains("maximumBadShare") == false)
    }
    #expect(breach(read: 0, [:]) == nil)
    var counts = counts(read: 3, ["notJSON": 3])
    // The other lines were of forgotten players.
    counts.forgotten = 1
    #expect(BadShareLimit().breach(by: counts, of: "f", quarantine: nil) == nil)
    // One line more was ignored or a duplicate.
    #expect(breach(read: 4, ["notJSON": 3]) == nil)
    var any = BadShareLimit()
    any.share = 1
    #expect(any.breach(by: self.counts(read: 3, ["notJSON": 3]), of: "f", quarantine: nil) == nil)
  }

  @Test func `exactly the share is allowed, more is not`() {
    // 50 of 1000 is 5 %.
    #expect(breach(read: 1000, ["notJSON": 30, "emptyId": 20]) == nil)
    #expect(breach(read: 1000, ["notJSON": 31, "emptyId": 20]) != nil)
    #expect(breach(read: 999, ["notJSON": 30, "emptyId": 20]) != nil)
  }

  @Test func `a compressed file that ends in the middle stops, however few its bad lines`() {
    #expect(
      breach(read: 1000, ["truncatedFile": 1])?.description == """
        f.ndjson ends in the middle, after 999 good lines: it was truncated, or is still being \
        written. Download it again, or remove it from the input folder, then run the same command \
        again.
        """)
  }

  @Test func `the error names the file, the share, the reasons, the quarantine and the remedy`() {
    #expect(
      breach(read: 1000, ["emptyId": 25, "notJSON": 100, "badNumber": 25])?.description == """
        150 of 1,000 lines of f.ndjson were rejected (15.0%; the limit is 5.0%): notJSON 100, \
        badNumber 25, emptyId 25. They are in q. Repair the file, remove it from the input folder, \
        or raise ingest.maximumBadShare, then run the same command again.
        """)
  }

  @Test func `without a quarantine, the error names none and no next run`() {
    #expect(
      breach(read: 200, ["notJSON": 100], quarantine: nil)?.description == """
        100 of 200 lines of f.ndjson were rejected (50.0%; the limit is 5.0%): notJSON 100. \
        Repair the file, remove it from the input folder, or raise ingest.maximumBadShare.
        """)
    #expect(
      breach(read: 1000, ["truncatedFile": 1], quarantine: nil)?.description.hasSuffix(
        "or remove it from the input folder.") == true)
  }
}
