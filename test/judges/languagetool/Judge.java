import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.rules.RuleMatch;

/** Reads lines `language TAB text`; prints for each match the number of the line, the rule, what is matched, and why. */
public class Judge {
  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<String, JLanguageTool> tools = new HashMap<>();
    String line;
    for (int number = 0; (line = in.readLine()) != null; number += 1) {
      String[] parts = line.split("\t", 2);
      JLanguageTool tool =
          tools.computeIfAbsent(parts[0], (code) -> new JLanguageTool(Languages.getLanguageForShortCode(code)));
      for (RuleMatch match : tool.check(parts[1])) {
        String rule = match.getRule().isDictionaryBasedSpellingRule() ? "SPELLING" : match.getRule().getId();
        String what = parts[1].substring(match.getFromPos(), match.getToPos());
        out.println("match\t" + number + "\t" + rule + "\t" + what + "\t" + match.getMessage().replaceAll("\\s+", " "));
      }
    }
    out.println("read\tall");
  }
}
