/// One file of the reports: where it goes, and its bytes.
package struct ReportFile: Hashable, Sendable {
  /// Relative to the night's folder of reports, such as `studios/valve-1f0a66c2/index.html`.
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// A form in which a report can be had.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, csv, json, md
}
