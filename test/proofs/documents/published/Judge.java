import com.helger.cii.d16b.CCIID16B;
import com.helger.ubl21.UBL21Marshaller;
import com.helger.xml.schema.XMLSchemaCache;
import java.io.File;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;

/**
 * Prints a line for each file: `judged`, the file, and the published rules of severity fatal that it breaks. Given are a kind of document,
 * stylesheets with commas between them, and a file, again and again.
 */
class Judge {
  static final Pattern FAILED = Pattern.compile("<svrl:failed-assert(?:\\s+[\\w:]+=\"[^\"]*\")*\\s*>");
  static final Pattern ID = Pattern.compile("\\sid=\"([^\"]+)\"");
  static final Map<String, XsltExecutable> COMPILED = new HashMap<>();
  static final Processor SAXON = new Processor(false);

  public static void main(String[] given) throws Exception {
    Map<String, Schema> schemas = Map.of(
        "ubl-invoice", XMLSchemaCache.getInstance().getSchema(UBL21Marshaller.getAllInvoiceXSDs()),
        "ubl-creditnote", XMLSchemaCache.getInstance().getSchema(UBL21Marshaller.getAllCreditNoteXSDs()),
        "cii", XMLSchemaCache.getInstance().getSchema(CCIID16B.getXSDResource()));
    for (int at = 0; at < given.length; at += 3) {
      File file = new File(given[at + 2]);
      TreeSet<String> broken = new TreeSet<>();
      try {
        schemas.get(given[at]).newValidator().validate(new StreamSource(file));
      } catch (org.xml.sax.SAXParseException wrong) {
        broken.add("schema");
      }
      for (String rules : given[at + 1].split(",")) broken.addAll(brokenBy(rules, file));
      System.out.println("judged " + file + " " + String.join(" ", broken));
    }
  }

  static TreeSet<String> brokenBy(String rules, File file) throws Exception {
    if (!COMPILED.containsKey(rules)) COMPILED.put(rules, SAXON.newXsltCompiler().compile(source(rules)));
    StringWriter report = new StringWriter();
    XdmNode document = SAXON.newDocumentBuilder().build(file);
    Xslt30Transformer run = COMPILED.get(rules).load30();
    run.setGlobalContextItem(document);
    run.applyTemplates(document, SAXON.newSerializer(report));
    TreeSet<String> broken = new TreeSet<>();
    for (String failed : FAILED.matcher(report.toString()).results().map(MatchResult::group).toList()) {
      Matcher id = ID.matcher(failed);
      if (failed.contains("flag=\"fatal\"") && id.find()) broken.add(id.group(1));
    }
    return broken;
  }

  /** A file, or part of a jar. */
  static StreamSource source(String rules) {
    File file = new File(rules);
    if (file.exists()) return new StreamSource(file);
    return new StreamSource(Thread.currentThread().getContextClassLoader().getResource(rules).toString());
  }
}
