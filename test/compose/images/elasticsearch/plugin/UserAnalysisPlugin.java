package airlog.engines;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Puts the analysis that the index of users needs back into the stripped Elasticsearch distribution of the package registry. Official
 * images have all of it and never load this.
 */
public final class UserAnalysisPlugin extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "pattern_capture", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> new PatternCapture(name, settings)),
            "unique", (index, environment, name, settings) -> new Unique(name, settings));
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of("uax_url_email", (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
    }

    static final class PatternCapture extends AbstractTokenFilterFactory {
        private final Pattern[] patterns;
        private final boolean preserveOriginal;

        PatternCapture(String name, Settings settings) {
            super(name, settings);
            patterns = settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
            preserveOriginal = settings.getAsBoolean("preserve_original", true);
        }

        @Override
        public TokenStream create(TokenStream tokens) {
            return new PatternCaptureGroupTokenFilter(tokens, preserveOriginal, patterns);
        }
    }

    static final class Unique extends AbstractTokenFilterFactory {
        Unique(String name, Settings settings) {
            super(name, settings);
        }

        @Override
        public TokenStream create(TokenStream tokens) {
            return new RemoveDuplicatesTokenFilter(tokens);
        }
    }
}
