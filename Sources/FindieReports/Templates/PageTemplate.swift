/// The parts that all pages share.
enum PageTemplate {
  /// The document's beginning. A page loads nothing and runs nothing, and says so to the browser.
  static let head = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src \
    'unsafe-inline'">
    <title>{{pageTitle}}</title>
    <style>{{{css}}}</style></head>
    <body><a class="skip" href="#main">Skip to the figures</a>
    <header><p class="brand">{{brand}}</p><h1><bdi>{{heading}}</bdi></h1>
    <p class="when">{{when}}</p>
    {{#isGenerated}}<p class="notice"><b>Generated data.</b> Players and what they did were made \
    by a \
    generator; nothing here was measured on people.</p>
    {{/isGenerated}}</header>
    <main id="main">

    """

  static let foot = """
    </main>
    <footer>{{footer}}</footer>
    </body></html>

    """

  static let cards = """
    <dl class="cards">{{#cards}}<div><dt>{{name}}</dt><dd>\
    <b{{#isWords}} class="words"{{/isWords}}>{{{value}}}</b>{{{interval}}}{{{change}}}</dd></div>
    {{/cards}}</dl>

    """

  static let glossary = """
    <section aria-labelledby="h-words"><h2 id="h-words">What the numbers mean</h2>
    {{#notRecorded}}<p class="note">{{.}}</p>{{/notRecorded}}
    <details><summary>Definitions</summary><dl class="glossary">
    {{#glossary}}<dt>{{name}}</dt><dd>{{sentence}}</dd>
    {{/glossary}}</dl></details></section>

    """
}
