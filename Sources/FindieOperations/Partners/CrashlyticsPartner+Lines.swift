import FindieDomain
import FindieIngest
import FindieIntegrations
import Foundation

extension CrashlyticsPartner {
  /// Reads plain and compressed files. A damaged file is a failure of the partner.
  init(_ folder: URL, now: Timestamp) {
    self.init(folder, now: now) { file, body in
      do {
        try TextFile(file).eachLine(limit: CrashlyticsPartner.maximumLineBytes, body)
      } catch let failure as IngestFailure {
        throw PartnerFailure.file(file.lastPathComponent, detail: "\(failure)")
      }
    }
  }
}
