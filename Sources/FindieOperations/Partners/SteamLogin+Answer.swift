package import FindieIntegrations
import FindieWorkspace

extension SteamLogin {
  private struct Record: Encodable {
    let address: String
  }

  package var answer: Answer {
    Answer(text: address, json: canonicalLine(Record(address: address)))
  }
}
