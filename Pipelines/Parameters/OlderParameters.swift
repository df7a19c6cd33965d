import FindieBatch
import FindieRecommender
import Foundation

/// Parameters in files of nights that an older program made, which knew fewer of them.
enum OlderParameters {
  /// What such a night is taken to have had where its files do not say: the defaults, but for what then
  /// was not there at all.
  static var ofBefore: NightParameters {
    var parameters = NightParameters()
    parameters.recommendations.variety.noveltyWeight = 0
    parameters.candidates.tags = 0
    return parameters
  }

  /// A value of a JSON text whose parameters, an object at `key`, may lack some.
  ///
  /// - Parameter parameters: what stands for those that are lacking.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from json: Data, at key: String, lacking parameters: some Encodable
  ) throws -> Value {
    guard var object = try JSONSerialization.jsonObject(with: json) as? [String: Any],
      let known = object[key] as? [String: Any],
      let whole = try JSONSerialization.jsonObject(with: Data(canonicalJSON(parameters).utf8))
        as? [String: Any]
    else { return try JSONDecoder().decode(type, from: json) }
    object[key] = completed(known, from: whole)
    return try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: object))
  }

  private static func completed(_ object: [String: Any], from whole: [String: Any]) -> [String: Any]
  {
    object.merging(whole) { own, other in
      guard let own = own as? [String: Any], let other = other as? [String: Any] else { return own }
      return completed(own, from: other)
    }
  }
}
