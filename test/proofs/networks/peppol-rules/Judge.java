import com.helger.peppol.sbdh.PeppolSBDHData;
import com.helger.peppol.sbdh.PeppolSBDHDataReader;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.ubl21.UBL21Marshaller;
import com.helger.xml.schema.XMLSchemaCache;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;

/** Prints a line for each file: its name and `ok`, or the published rules that it breaks. An envelope is opened first. */
class Judge {
  static final String RULES = "external/schematron/openpeppol/2026.5/xslt/PEPPOLBIS-T111.xslt";
  static final Pattern FAILED = Pattern.compile("<svrl:failed-assert[^>]*\\bid=\"([^\"]+)\"");

  public static void main(String[] files) throws Exception {
    Schema schema = XMLSchemaCache.getInstance().getSchema(UBL21Marshaller.getAllApplicationResponseXSDs());
    Processor saxon = new Processor(false);
    URL rules = Thread.currentThread().getContextClassLoader().getResource(RULES);
    XsltExecutable compiled = saxon.newXsltCompiler().compile(new StreamSource(rules.toString()));
    for (String file : files) System.out.println(Path.of(file).getFileName() + " " + judged(file, schema, saxon, compiled));
  }

  static String judged(String file, Schema schema, Processor saxon, XsltExecutable rules) throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(file));
    String xml = new String(bytes, "UTF-8");
    if (file.endsWith(".sbd.xml")) {
      try {
        PeppolSBDHData data =
            new PeppolSBDHDataReader(PeppolIdentifierFactory.INSTANCE).extractData(new ByteArrayInputStream(bytes));
        StringWriter inner = new StringWriter();
        Transformer copy = TransformerFactory.newInstance().newTransformer();
        copy.transform(new DOMSource(data.getBusinessMessage()), new StreamResult(inner));
        xml = inner.toString();
      } catch (Exception wrong) {
        return "envelope: " + wrong.getMessage().lines().findFirst().orElse("");
      }
    }
    TreeSet<String> broken = new TreeSet<>();
    try {
      schema.newValidator().validate(new StreamSource(new StringReader(xml)));
    } catch (org.xml.sax.SAXParseException wrong) {
      broken.add("schema");
    }
    StringWriter report = new StringWriter();
    Serializer out = saxon.newSerializer(report);
    Xslt30Transformer run = rules.load30();
    run.applyTemplates(new StreamSource(new StringReader(xml)), out);
    FAILED.matcher(report.toString()).results().forEach(one -> broken.add(one.group(1)));
    return broken.isEmpty() ? "ok" : String.join(" ", broken);
  }
}
