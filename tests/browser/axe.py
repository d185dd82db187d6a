"""axe-core over a page as it stands, injected by evaluation: the policy blocks added tags."""

from collections.abc import Sequence
from itertools import product

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from tests.sampling import sample

AXE = AXE_FILE_PATH.read_text()
EVERY_RULE = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LIGHT = {"color_scheme": "light", "forced_colors": "none"}
LOOKS = {
    "light": LIGHT,
    "dark": {**LIGHT, "color_scheme": "dark"},
    "forced": {**LIGHT, "forced_colors": "active"},
}
STILL = {**LIGHT, "reduced_motion": "reduce"}  # as a page is opened that is to change its look


#: What axe finds; a target that lies half under a bar is looked at again where it lies free.
RUN = """async rules => {
  const options = {runOnly: rules, resultTypes: ['violations']}, before = scrollY;
  const found = (await axe.run(options)).violations;
  for (const violation of found.filter(each => each.id === 'target-size')) {
    const small = [];
    for (const node of violation.nodes) {
      document.querySelector(node.target[0]).scrollIntoView({block: 'center'});
      const alone = {...options, runOnly: ['target-size']};
      small.push(...(await axe.run(node.target[0], alone)).violations.flatMap(v => v.nodes));
    }
    violation.nodes = small;
  }
  scrollTo(0, before);
  return found.filter(each => each.nodes.length);
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each: the rule, and the elements that break it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    findings = page.evaluate(RUN, EVERY_RULE)
    return [f"{v['id']}: {[node['html'][:160] for node in v['nodes'][:3]]}" for v in findings]


def violations_in_looks(page: Page, name: str, widths: Sequence[int] = (320, 1280)) -> list[str]:
    """Return what stands sideways, and what axe finds in a width and a look drawn by the name.

    The page was opened with ``**STILL``: else a colour may be on its way when it is looked at.
    """
    height = (page.viewport_size or {"height": 800})["height"]
    lines = []
    for width in (*widths, 390):
        page.set_viewport_size({"width": width, "height": height})
        sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if sideways > 0:
            lines.append(f"{width}: {sideways} pixels stand sideways")
    for width, look in sample(product(widths, LOOKS), 1, name):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**LOOKS[look])
        lines += [f"{width}, {look}: {line}" for line in violations(page)]
    page.set_viewport_size({"width": widths[0], "height": height})
    page.emulate_media(**LIGHT)
    return lines
