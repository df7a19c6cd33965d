import Mustache

/// The pages' templates, parsed once.
enum Templates {
  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(Markup(), named: Markup.name)
    let sources = [
      "head": PageTemplate.head, "foot": PageTemplate.foot, "cards": PageTemplate.cards,
      "glossary": PageTemplate.glossary,
      "studio": StudioTemplate.page, "game": StudioTemplate.game,
      "team": TeamTemplate.page, "studios": TeamTemplate.studios, "night": TeamTemplate.night,
      "quality": TeamTemplate.quality, "lineage": LineageTemplate.page,
    ]
    var library = MustacheLibrary()
    for (name, source) in sources {
      do {
        // Every part asks for it: a partial begins with Mustache's own escaping again.
        try library.register("{{% CONTENT_TYPE:\(Markup.name)}}" + source, named: name)
      } catch {
        preconditionFailure("the template \(name) does not parse: \(error)")
      }
    }
    return library
  }()

  /// The page of a template for the values of `context`; an empty text is as if it were not there.
  static func render(_ context: [String: Any], with name: String) -> String {
    let context = context.filter { $0.value as? String != "" }
    guard let page = library.render(context, withTemplate: name) else {
      preconditionFailure("there is no template \(name)")
    }
    return page
  }
}
