import Foundation

/// Steam's store: details, prices and search.
///
/// Source: the store's own pages use `appdetails` and `storesearch`; Valve documents neither.
/// `appdetails` answers one app id per request, and many with `filters=price_overview`.
package struct SteamStore: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings

  package init(_ transport: Transport, _ settings: PartnerSettings) {
    self.transport = transport
    self.settings = settings
  }

  /// A game's details; nil if the store does not know the app id, or does not sell it in the
  /// country.
  ///
  /// - Parameter isSoonOutdated: whether the answer may be only as old as an answer with prices.
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func details(
    of appId: String, isSoonOutdated: Bool = false
  ) throws -> Fetched<ShopGame?> {
    let country = settings.countries[0]
    let request = detailsRequest(of: appId)
    let maximumAge = isSoonOutdated ? settings.maximumAge.prices : settings.maximumAge.details
    return try transport.fetch(request, maximumAge: maximumAge) { answer in
      let apps: [String: SteamAnswer<SteamAppDetails>] = try Self.object(in: answer, request)
      guard let app = apps[appId] else {
        throw request.invalid("it lacks the app id")
      }
      return app.data?.game(country: country, checkedAt: answer.receivedAt)
    }
  }

  func detailsRequest(of appId: String) -> PartnerRequest {
    PartnerRequest(
      settings.endpoint(.steamStore), path: "api/appdetails",
      query: ["appids": appId, "cc": settings.countries[0], "l": "english"])
  }

  /// The number of app ids in one request for prices.
  package static let appsPerRequest = 100

  /// The prices of up to `appsPerRequest` games in a country, by app id. A game that is free or not
  /// sold there has no price. Games whose entry cannot be read are left out.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func prices(of appIds: [String], in country: String) throws -> Fetched<
    [String: ShopPrice]
  > {
    let request = pricesRequest(of: appIds, in: country)
    return try transport.fetch(request, maximumAge: settings.maximumAge.prices) { answer in
      let apps: [String: Lenient<SteamAnswer<SteamPriceAnswer>>] = try Self.object(
        in: answer, request)
      return apps.filter { appIds.contains($0.key) }.compactMapValues { app in
        app.wrappedValue.map {
          $0.data?.price_overview?.price(in: country) ?? .notForSale(in: country)
        }
      }
    }
  }

  func pricesRequest(of appIds: [String], in country: String) -> PartnerRequest {
    PartnerRequest(
      settings.endpoint(.steamStore), path: "api/appdetails",
      query: [
        "appids": appIds.joined(separator: ","), "cc": country, "filters": "price_overview",
      ])
  }

  /// The games that the store finds by title, at most ten.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func search(_ title: String) throws -> Fetched<[ShopGame]> {
    let request = searchRequest(for: title)
    return try transport.fetch(
      request, maximumAge: settings.maximumAge.details, entries: \.count
    ) { answer in
      let found: SteamSearchAnswer = try Self.object(in: answer, request)
      return found.items.elements.filter { $0.type == "app" }.map {
        ShopGame(
          shop: .steam, id: $0.id.text, title: $0.name.decodingEntities,
          checkedAt: answer.receivedAt)
      }
    }
  }

  func searchRequest(for title: String) -> PartnerRequest {
    PartnerRequest(
      settings.endpoint(.steamStore), path: "api/storesearch",
      query: ["term": title, "cc": settings.countries[0], "l": "english"])
  }

  /// The store answers `null` with status 200 when it refuses.
  private static func object<Value: Decodable>(
    in answer: PartnerAnswer, _ request: PartnerRequest
  ) throws -> Value {
    guard let value = try answer.json(Value?.self) else {
      throw request.invalid("it is null")
    }
    return value
  }
}

/// `{"success":false}` has no data; with a filter, `"data":[]` means none.
private struct SteamAnswer<Content: Decodable & Sendable>: Decodable {
  let data: Content?

  private enum Key: String, CodingKey {
    case success, data
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard try container.decode(Bool.self, forKey: .success) else {
      data = nil
      return
    }
    do {
      data = try container.decode(Content.self, forKey: .data)
    } catch {
      guard container.hasEmptyArray(forKey: .data) else { throw error }
      data = nil
    }
  }
}

extension SteamAnswer: Sendable where Content: Sendable {}

extension KeyedDecodingContainer {
  fileprivate func hasEmptyArray(forKey key: Key) -> Bool {
    do { return try nestedUnkeyedContainer(forKey: key).isAtEnd } catch { return false }
  }
}

private struct SteamPriceAnswer: Decodable {
  let price_overview: SteamPrice?
}

/// `initial` and `final` are in hundredths in every currency.
struct SteamPrice: Decodable {
  let currency: String
  let initial: Int
  let final: Int

  private enum Key: CodingKey {
    case currency, initial, final
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    currency = try container.decode(String.self, forKey: .currency)
    initial = try container.decode(Int.self, forKey: .initial)
    final = try container.decode(Int.self, forKey: .final)
    // More than a game costs in any currency.
    guard max(initial, final) < 1_000_000_000_000 else {
      throw DecodingError.dataCorruptedError(
        forKey: .final, in: container, debugDescription: "the amount")
    }
  }

  func price(in country: String) -> ShopPrice? {
    guard initial >= 0, final >= 0 else { return nil }
    return ShopPrice(
      country: country, currency: currency, price: Decimal(final) / 100,
      regularPrice: Decimal(max(initial, final)) / 100)
  }
}

private struct SteamSearchAnswer: Decodable {
  struct Item: Decodable {
    let type: String
    let name: String
    let id: NumberOrText
  }

  let items: LenientArray<Item>
}
